"""Kills the leader of a database of three nodes while two apps save; nothing acknowledged is lost.

    python -m tests.verification.drills.failover [KILLS] [--saves PER_SECOND]
        [--ways WAY…] [--logs DIR]

It needs Debian's packages postgresql, patroni and etcd-server, and makes all the rest in a
temporary folder: three nodes under addresses of their own (127.*.0.1 to .3), with the files of
configuration that `scorekeeper/web/http/operation/FEDERATION.md` tells of, and two apps with
nothing in common but these. Phones open matches and save rounds, each time at either app. The
leader is killed again and again, in one of these ways:

    machine    etcd, Patroni and PostgreSQL at once; it comes back when another one leads
    database   PostgreSQL only; Patroni lives, and finds it gone
    restart    the machine comes back at once, while all still take it for the leader
    freeze     the machine stops, and answers nobody, with all its connections open; then goes on

At the end every acknowledged save stands once and in its place, on the leader and on both others.
The exit status is 1 if one does not, or if a save had no answer within 25 seconds: written, or one
clear sentence. It is 77 where something has to be installed first.
"""
