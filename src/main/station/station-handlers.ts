import type { Handlers } from '#shared/contract.ts';
import type { FeatureContext } from '#platform/feature.ts';
import { exportText, transferFiles } from '#platform/files/transfer-files.ts';
import {
  chooseCalendarFile,
  choosePredictionsFile,
  chooseTransitFile,
} from '#platform/windows/file-chooser.ts';
import { openFile, openPlace } from '#platform/windows/links.ts';
import type { startStationCalendar } from './calendar/calendar-file.ts';
import type { StationActivity } from './station.ts';
import { exportTransit } from './transit-file.ts';

/** Number of scored predictions that the window shows, the latest first. */
const shownPredictionCount = 20;

export const stationHandlers = (
  station: StationActivity,
  calendar: ReturnType<typeof startStationCalendar>,
  { state, clock }: Pick<FeatureContext, 'state' | 'clock'>,
): Handlers['station'] => ({
  watch: (watched) => station.watch(watched),
  ledger: () => station.ledger.view(shownPredictionCount),
  history: () => station.history.read(),
  sky: (peak) => station.sky(peak),
  evening: () => station.evening(),
  starField: () => station.starField(),
  async exportLedger() {
    const csv = station.ledger.csv();
    return csv.ok ? exportText(csv.value, transferFiles, choosePredictionsFile) : csv;
  },
  exportTransit: (wanted) =>
    exportTransit(state.current, wanted, clock.now(), transferFiles, chooseTransitFile),
  openPlace: (place) => openPlace(place),
  exportCalendar: (content) => calendar.export(content, chooseCalendarFile),
  openCalendar: (what) => calendar.open(what, openFile),
  keepCalendar: (on) => calendar.keep(on, chooseCalendarFile),
});
