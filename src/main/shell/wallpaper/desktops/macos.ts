import { z } from 'zod';
import { parseJson } from '../../../../shared/json.ts';
import { command, firstPicture, type Backend, type Command } from './backend.ts';

const script = (code: string): Command => command('osascript', '-l', 'JavaScript', '-e', code);

/** System Events numbers the displays in an order of its own: they all get the primary display's picture. */
export const macos: Backend = {
  name: 'macos',
  reach: 'same',
  survey: [
    script('JSON.stringify(Application("System Events").desktops().map((one) => one.picture()))'),
  ],
  held: ([answer = '']) => new Map(parsePictures(answer).map((path, index) => [`${index}`, path])),
  settings: ([answer = ''], shown) =>
    parsePictures(answer).map((_path, index) => ({ key: `${index}`, value: firstPicture(shown) })),
  write: (key, value) =>
    script(
      `Application("System Events").desktops[${Number(key)}].picture = ${JSON.stringify(value ?? '')}`,
    ),
};

const parsePictures = (answer: string): string[] =>
  z.array(z.string()).safeParse(parseJson(answer)).data ?? [];
