import { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import { command, pictureFor, pointsOf, type Backend } from './backend.ts';

const outputSchema = z.object({
  name: z.string(),
  active: z.boolean(),
  rect: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
});

const parseOutputs = (answer: string): z.infer<typeof outputSchema>[] =>
  (z.array(outputSchema).safeParse(parseJson(answer)).data ?? []).filter(({ active }) => active);

/** The quotes keep sway from ending the command at a semicolon; inside of them a shell's rules hold for a path. */
export const swayWord = (path: string): string => `"${path.replace(/[^\w/.,:@+-]/gu, '\\$&')}"`;

/** Outputs are named by the kernel or by whoever made a virtual one. Inside quotes such a name has no other meaning. */
const plainName = /^[\w.:@+ -]+$/;

/**
 * sway keeps no setting that can be asked for; it shows a background through one swaybg process, whose arguments
 * name each output's picture: `swaybg -o HDMI-A-1 -i /path -m fill`.
 */
export const sway: Backend = {
  name: 'sway',
  reach: 'each',
  canChoose: true,
  persists: false,
  survey: [
    command('swaymsg', '-r', '-t', 'get_outputs'),
    command('ps', '-ww', '-C', 'swaybg', '-o', 'args='),
  ],
  held: ([, processes = '']) =>
    new Map(
      [...processes.matchAll(/ -o (\S+) -i (.*?) -m (?:fill|stretch|fit|center|tile)\b/g)].map(
        ([, output = '', path = '']) => [output, path] as const,
      ),
    ),
  settings: ([outputs = ''], shown) =>
    parseOutputs(outputs).flatMap(({ name, rect }) => {
      const value = pictureFor(shown, rect, pointsOf);
      return value === null ? [] : [{ key: name, value }];
    }),
  write(key, value) {
    if (!plainName.test(key)) return null;
    return value === null
      ? command('swaymsg', `output "${key}" bg #000000 solid_color`)
      : command('swaymsg', `output "${key}" bg ${swayWord(value)} fill`);
  },
};
