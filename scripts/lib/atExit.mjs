/** Last-minute cleaning that happens however a script ends: by itself, by an error, or by a signal. */

const jobs = new Set();

/** Has `job` (synchronous) run when this process ends; the returned function takes it back. */
export function atExit(job) {
  jobs.add(job);
  return () => jobs.delete(job);
}

process.on('exit', () => {
  for (const job of jobs) job();
});

// A signal nobody listens for ends a process without its `exit` event, and what it started lives on.
for (const [name, number] of [['SIGHUP', 1], ['SIGINT', 2], ['SIGTERM', 15]]) {
  const listener = () => {
    // Whoever else listens decides when to end.
    if (process.listeners(name).every(each => each === listener)) process.exit(128 + number);
  };
  process.on(name, listener);
}
