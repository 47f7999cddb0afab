import type { ServiceSource, Settings } from '#shared/settings/settings.ts';
import type { SettingsEffects } from './ports.ts';

export type Effect = keyof SettingsEffects;

/** Which services a run uses, given its settings. */
export type SourceOf = (settings: Settings) => ServiceSource;

const differ = (before: unknown, after: unknown): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);

/** What must happen for a change to hold at once, in the order of doing. Pure. */
export function effectsOf(before: Settings, after: Settings, sourceOf: SourceOf): Effect[] {
  if (mustRestart(before, after, sourceOf)) return [...withoutServices(before, after), 'restart'];
  const own = sourceOf(after) === 'own' && differ(before.services.own, after.services.own);
  const asksAnew =
    own ||
    before.services.proxy !== after.services.proxy ||
    before.picture.providers !== after.picture.providers;
  return [...withoutServices(before, after), ...(asksAnew ? (['ask'] as const) : [])];
}

/** What the app learned of one source of positions, or decided about its pictures, is not for another. */
function mustRestart(before: Settings, after: Settings, sourceOf: SourceOf): boolean {
  const source = sourceOf(after);
  if (sourceOf(before) !== source) return true;
  return source === 'own' && before.services.own.position !== after.services.own.position;
}

/** What is done at the end changes nothing now. */
const onDesktop = ({ wallpaper }: Settings): object => ({ ...wallpaper, restoreOnQuit: null });

function withoutServices(before: Settings, after: Settings): Effect[] {
  const effects: Effect[] = [];
  const when = (changed: boolean, effect: Effect): void => {
    if (changed) effects.push(effect);
  };
  when(before.theme !== after.theme, 'theme');
  when(before.startAtLogin !== after.startAtLogin, 'loginItem');
  when(differ(before.station.observer, after.station.observer), 'observer');
  when(differ(before.station.alerts, after.station.alerts), 'alerts');
  when(
    differ(onDesktop(before), onDesktop(after)) ||
      before.picture.withoutPicture !== after.picture.withoutPicture,
    'desktop',
  );
  return effects;
}
