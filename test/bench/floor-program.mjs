/** The least that a Node program can do with a key: it paints what was typed on one line. All latencies are held against it. */

const killLine = "\x15";
const interrupt = "\x03";
let text = "";

process.stdin.setRawMode(true);
process.stdin.setEncoding("utf8");
process.stdin.on("data", (typed) => {
  for (const letter of typed) {
    if (letter === interrupt) process.exit(0);
    text = letter === killLine ? "" : text + letter;
  }
  process.stdout.write(`\x1b[3;1H> ${text}\x1b[K`);
});
process.stdout.write("\x1b[?1049h\x1b[H\x1b[2Jready");
