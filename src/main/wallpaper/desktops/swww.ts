import { command, pictureFor, type Backend } from './backend.ts';

interface Output {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly path: string | null;
}

/** Lines such as `eDP-1: 1920x1200, scale: 2, currently displaying: image: /a.png`, with a namespace before it or not. */
const parseOutputs = (answer: string): Output[] =>
  [
    ...answer.matchAll(
      /^(?:[^:\n]*: )?([^:\s]+): (\d+)x(\d+), scale: [\d.]+, currently displaying: (?:image: (.*)|.*)$/gm,
    ),
  ].map(([, name = '', width, height, path]) => ({
    name,
    width: Number(width),
    height: Number(height),
    path: path ?? null,
  }));

/**
 * A wallpaper daemon for compositors of the wlroots kind, which has changed its name. It tells how large an output
 * is, not where: two of the same size are given pictures of the same size.
 */
function daemon(program: string): Backend {
  return {
    name: program,
    reach: 'each',
    canChoose: false,
    persists: false,
    survey: [command(program, 'query')],
    held: ([answer = '']) =>
      new Map(
        parseOutputs(answer).flatMap(({ name, path }) => (path === null ? [] : [[name, path]])),
      ),
    settings: ([answer = ''], shown) =>
      parseOutputs(answer).flatMap(({ name, width, height }) => {
        const area = { x: 0, y: 0, width, height };
        const value = pictureFor(shown, area, ({ bounds, scaleFactor }) => ({
          x: 0,
          y: 0,
          width: bounds.width * scaleFactor,
          height: bounds.height * scaleFactor,
        }));
        return value === null ? [] : [{ key: name, value }];
      }),
    write: (key, value) =>
      value === null
        ? command(program, 'clear', '-o', key)
        : command(program, 'img', '--outputs', key, '--transition-type', 'none', value),
  };
}

export const swww = daemon('swww');
export const awww = daemon('awww');
