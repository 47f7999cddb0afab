import type { ViewChoices } from '#shared/view-choices.ts';
import { monthOf } from '#renderer/ui/month.ts';
import { newestDate } from './calendar.ts';

/** The user's choices in the archive view. */
export class ArchiveChoices {
  layout = $state<'saved' | 'month' | 'same-day'>('saved');
  words = $state('');
  onlyFavourites = $state(false);
  /** The month in the calendar, such as `2025-11`. */
  month = $state(monthOf(newestDate(Date.now())));
  /** The day, such as `2025-11-18`, that is shown for each past year. */
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
