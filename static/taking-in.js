// A file that the system opens with the app is the one that is chosen.
globalThis.launchQueue?.setConsumer(async ({ files }) => {
  if (!files.length) return;
  const chosen = new DataTransfer();
  chosen.items.add(await files[0].getFile());
  document.getElementById("file").files = chosen.files;
});
