import { treeOf, valueAt } from '#shared/settings/paths.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { settingKeys, settingRows } from '#shared/settings/table.ts';

/**
 * The settings of a report, without text that the user wrote: addresses, commands, words and the horizon are left out,
 * and the place is rounded.
 */
export function settingsPart(settings: Settings): Readonly<Record<string, unknown>> {
  const reportedKeys = settingKeys.filter((key) => {
    const row = settingRows[key];
    return !('reported' in row && row.reported === null);
  });
  return treeOf(reportedKeys, (key) => {
    const row = settingRows[key];
    const value = valueAt(settings, key);
    // Only the number of the user's words is reported.
    if (row.kind === 'list')
      return (value as readonly string[]).map((_, index) => `word ${index + 1}`);
    return row.kind === 'own' ? row.reported?.(value as never) : value;
  });
}
