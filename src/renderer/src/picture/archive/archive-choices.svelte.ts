import { monthOf } from '#renderer/ui/month.ts';
import { newestDate } from './calendar.ts';

/** What the user chose to see of the archive. */
export class ArchiveChoices {
  layout = $state<'saved' | 'month' | 'same-day'>('saved');
  words = $state('');
  onlyFavourites = $state(false);
  /** The month that the calendar shows, such as `2025-11`. */
  month = $state(monthOf(newestDate(Date.now())));
  /** The day, such as `2025-11-18`, whose date is shown in each earlier year. */
  sameDay = $state(newestDate(Date.now()));
}
