import { monthOf } from '#renderer/ui/month.ts';
import { newestDate } from './calendar.ts';

/** What the user chose to see of the archive. */
export class ArchiveChoices {
  layout = $state<'saved' | 'month' | 'same-day'>('saved');
  words = $state('');
  onlyFavourites = $state(false);
  /** The month of the calendar, "2025-11". */
  month = $state(monthOf(newestDate(Date.now())));
  /** The day whose past years are shown, "2025-11-18". */
  sameDay = $state(newestDate(Date.now()));
}
