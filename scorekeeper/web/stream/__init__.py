"""The room of what matches, companies and tournaments share: links, history, undo, what came
between, a file of everything, and news of them.

    noun (what each of them says of itself) ──▶ saving (a save, and one that comes late) ──▶ pages

Here belongs what stands once for all three; what only one of them shows does not belong here.
"""
