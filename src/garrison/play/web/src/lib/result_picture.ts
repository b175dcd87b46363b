/** A result as a picture: how it ended and who played above the last position, and where the replay is below it. */

const WIDE = 720; // pixels at least
const LINE = 34;
const EDGE = 24;

export interface ResultWords {
  title: string; // how it ended
  about: string; // what was played, and when
  players: string[]; // one line each
  link: string;
}

/** Draw it in the colours of the page. */
export async function drawResult(position: Blob, words: ResultWords): Promise<HTMLCanvasElement> {
  const image = await createImageBitmap(position);
  const scale = Math.max(WIDE / image.width, 1);
  const [width, high] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const top = EDGE + LINE * (2.4 + words.players.length);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round(top + high + LINE * 1.6);
  const pen = canvas.getContext("2d")!;
  const colours = getComputedStyle(document.documentElement);
  const colour = (name: string) => colours.getPropertyValue(name).trim();
  const family = getComputedStyle(document.body).fontFamily;
  const write = (text: string, y: number, size: number, weight: number, name: string) => {
    pen.font = `${weight} ${size}px ${family}`;
    pen.fillStyle = colour(name);
    pen.fillText(text, EDGE, y, width - 2 * EDGE);
  };
  pen.fillStyle = colour("--card");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  write(words.title, EDGE + LINE * 0.8, 34, 800, "--text");
  write(words.about, EDGE + LINE * 1.7, 20, 500, "--quiet");
  words.players.forEach((line, place) => write(line, EDGE + LINE * (2.7 + place), 22, 600, "--text"));
  pen.drawImage(image, 0, top, width, high);
  write(`Garrison  ${words.link}`, top + high + LINE, 18, 600, "--quiet");
  return canvas;
}
