// Package cluster runs the conformance suite on many machines. The cases of a target are dealt
// out to shards; a Launcher starts a worker for each of them on some node: as the tasks of a
// job array (Slurm), or by a command such as ssh, srun or kubectl (Command).
//
// Whatever starts it, a worker speaks one protocol: it reads a Task and the names of cases, a
// line of JSON each, on standard input, and writes a Line for each thing that it has to tell on
// standard output. See docs/clusters.md.
//
// Nothing is lost and nothing counted twice: a shard whose worker ends before its last line is
// launched again with the cases that have no result yet, and of two results of one case on one
// device the first counts. A Journal keeps what has arrived, so that a run that was ended
// itself can be continued.
package cluster
