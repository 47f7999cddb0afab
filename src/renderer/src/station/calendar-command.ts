import { m } from '#words';
import type { Bridge } from '#shared/contract.ts';
import type { CalendarExport, CalendarOpening } from '#shared/station/calendar.ts';
import { Command } from '../ui/command.svelte.ts';
import { commandFailureSentence, type CommandFailure } from '../ui/command-failure.ts';

export type CalendarCommands = ReturnType<typeof calendarCommands>;

/** `save` asks where to write a calendar file; `open` gives one event, or the saved file, to the calendar app. */
export function calendarCommands(
  station: Pick<Bridge['station'], 'exportCalendar' | 'openCalendar'>,
) {
  const save = new Command((wanted: CalendarExport) => station.exportCalendar(wanted), {
    done: (path) => (path === null ? null : { text: m.calendar_saved(), action: openAction() }),
    failed: calendarFailureInWords,
  });
  const open = new Command((wanted: CalendarOpening) => station.openCalendar(wanted), {
    done(outcome, wanted) {
      const text = outcome === 'opened' ? m.calendar_opened() : m.calendar_no_app();
      if (wanted.what === 'saved') return text;
      return { text, action: { label: m.calendar_save(), run: () => void save.run(wanted) } };
    },
    failed: calendarFailureInWords,
  });
  const openAction = () => ({
    label: m.calendar_open(),
    run: () => void open.run({ what: 'saved' }),
  });
  return { save, open };
}

const calendarFailureInWords = (failure: CommandFailure): string =>
  failure.kind === 'not-found'
    ? m.calendar_not_known()
    : m.app_command_failed({ reason: commandFailureSentence(failure) });
