import { stationRig, type StationRig } from '#test/support/station-rig.ts';
import type { ResultRow } from '../support/benchmark.ts';

const hourMs = 3600_000;
const dayMs = 24 * hourMs;

interface Mode {
  readonly name: string;
  /** Scenarios of the embedded service, active from its first answer on. */
  readonly put?: readonly object[];
  readonly begin?: (rig: StationRig) => void;
  /** Lets a day pass, with the events of this mode. Default: a day without events. */
  readonly pass?: (rig: StationRig) => Promise<void>;
  /** Largest allowed number of requests in a day. */
  readonly most: number;
}

/** A sixtieth of the requests of a tracker that polls every 5 s. */
const maxRequestsPerDay = 288;
const pollingModes: readonly Mode[] = [
  { name: 'in the tray', most: maxRequestsPerDay },
  {
    name: 'map on screen all day',
    begin: ({ station }) => station.watch(true),
    most: maxRequestsPerDay,
  },
  {
    name: 'map opened for five minutes each hour',
    most: maxRequestsPerDay,
    async pass(rig) {
      for (let k = 0; k < 24; k++) {
        rig.station.watch(true);
        await rig.clock.advance(5 * 60_000);
        rig.station.watch(false);
        await rig.clock.advance(55 * 60_000);
      }
    },
  },
  {
    name: 'in the tray, restarted every two hours',
    most: maxRequestsPerDay,
    async pass(rig) {
      for (let k = 0; k < 12; k++) {
        await rig.clock.advance(2 * hourMs);
        await rig.restart();
      }
    },
  },
  {
    name: 'in the tray, a tenth of the answers 504',
    put: [{ name: 'public', outages: 0.1 }],
    most: maxRequestsPerDay,
  },
  { name: 'in the tray, the position frozen', put: [{ name: 'frozen' }], most: maxRequestsPerDay },
  {
    name: 'paused, asleep or locked',
    begin: ({ station }) => station.pause(true),
    most: 0,
  },
];

/** The number of requests in two simulated days, counted by the embedded service. */
export async function requestRows(log: (line: string) => void): Promise<ResultRow[]> {
  const rows: ResultRow[] = [];
  for (const { name, put = [], begin, pass, most } of pollingModes) {
    log(name);
    // The app knows no place for the time zone `UTC`, so it computes no passes: passes are not measured here.
    const rig = stationRig('UTC', put);
    try {
      begin?.(rig);
      const days: number[] = [];
      for (let before = 0; days.length < 2;) {
        await (pass?.(rig) ?? rig.clock.advance(dayMs));
        const total = await rig.counted();
        days.push(total - before);
        before = total;
      }
      const [first = NaN, second = NaN] = days;
      rows.push({
        mode: name,
        'first day': String(first),
        'second day': String(second),
        goal: `≤ ${most}`,
        met: Math.max(first, second) <= most,
      });
    } finally {
      await rig.close();
    }
  }
  return rows;
}
