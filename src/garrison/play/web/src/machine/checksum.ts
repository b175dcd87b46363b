/** The checksum of a position in a replay: the lower half of a CRC-32, in four hexadecimal digits. */

const POLYNOMIAL = 0xedb88320;
const WIDTH = 4; // bytes that are looked up at a time
const DIGITS = 4;
const TABLES = tables();

/** For each place in a word, what a byte there does to the sum: each table follows from the one before it. */
function tables(): Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => divided(byte));
  const made = [first];
  while (made.length < WIDTH) made.push(made.at(-1)!.map((sum) => (sum >>> 8) ^ first[sum & 255]!));
  return made;
}

/** What remains of a byte. */
function divided(byte: number): number {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
  return sum;
}

/** The checksum of a record, whose length is a multiple of four, after the player and the action that led there. */
export function checksum(record: Uint8Array, before: number[] = []): string {
  return (~after(after(-1, Uint32Array.from(before)), wordsOf(record)) & 0xffff).toString(16).padStart(DIGITS, "0");
}

function wordsOf(record: Uint8Array): Uint32Array {
  return new Uint32Array(record.buffer, record.byteOffset, record.length / WIDTH);
}

/** The sum after some words. */
function after(sum: number, words: Uint32Array): number {
  const [last, third, second, first] = TABLES as [Uint32Array, Uint32Array, Uint32Array, Uint32Array]; // byte of a word
  for (let place = 0; place < words.length; place++) {
    sum ^= words[place]!;
    sum = first[sum & 255]! ^ second[(sum >>> 8) & 255]! ^ third[(sum >>> 16) & 255]! ^ last[sum >>> 24]!;
  }
  return sum;
}
