// The other end of the bare pipe: for each line that comes, one line of the size of an answer goes back.
// No JSON, no ids: what is measured is two pipes and two event loops.
const answer = Buffer.from(`${process.argv[2]}\n`);
process.stdin.on("data", (chunk) => {
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) process.stdout.write(answer);
});
