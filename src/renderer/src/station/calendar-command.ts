import { m } from '#words';
import type { Bridge } from '#shared/contract.ts';
import type { CalendarExport } from '#shared/station/calendar.ts';
import { Command } from '../app/command.svelte.ts';
import { commandFailureSentence } from '../app/command-failure.ts';

export type CalendarCommand = Command<[CalendarExport], string | null>;

/** Saves a calendar file where the user chooses, and explains its use. */
export const calendarCommand = (save: Bridge['station']['exportCalendar']): CalendarCommand =>
  new Command(save, {
    done: (path) => path && m.calendar_saved(),
    failed: (failure) =>
      failure.kind === 'not-found'
        ? m.calendar_not_known()
        : m.app_command_failed({ reason: commandFailureSentence(failure) }),
  });
