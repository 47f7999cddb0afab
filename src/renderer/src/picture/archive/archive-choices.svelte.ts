import type { ViewChoices } from '#shared/view-choices.ts';
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

  get choices(): NonNullable<ViewChoices['archive']> {
    const { layout, words, onlyFavourites, month, sameDay } = this;
    const today = newestDate(Date.now());
    return {
      layout,
      words,
      onlyFavourites,
      month: month === monthOf(today) ? null : month,
      sameDay: sameDay === today ? null : sameDay,
    };
  }

  set choices({ month, sameDay, ...choices }: NonNullable<ViewChoices['archive']>) {
    Object.assign(this, choices);
    this.month = month ?? this.month;
    this.sameDay = sameDay ?? this.sameDay;
  }
}
