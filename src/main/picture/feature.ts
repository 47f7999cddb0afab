import type { Handlers } from '#shared/contract.ts';
import { describeFailure } from '#shared/failure-words.ts';
import { isVideoStill } from '#shared/picture/picture.ts';
import { isSourceAsked } from '#shared/settings/settings.ts';
import type { FeatureContext, ServiceFeature } from '#platform/feature.ts';
import { copyFile } from '#platform/files/transfer-files.ts';
import { readDisplays } from '#platform/windows/displays.ts';
import { choosePictureFile } from '#platform/windows/file-chooser.ts';
import { openLink, openLinkOrCopy } from '#platform/windows/links.ts';
import { displayNeedOf } from './download/picture-addresses.ts';
import { createPictureClients } from './picture-clients.ts';
import { pictureHandlers } from './picture-handlers.ts';
import { startPictureOfTheDay } from './picture-of-the-day.ts';
import { pictureQueries } from './picture-queries.ts';
import { openPictureState, storedPictureStateSchema } from './picture-state-store.ts';
import { simulatedSource } from './providers/sources.ts';
import { createArchiveStore } from './store/archive-store.ts';
import { openArchive } from './store/open-archive.ts';
import { createRenditions } from './thumbnails/renditions.ts';
import { proveByThumbnail } from './thumbnails/thumbnail-maker.ts';

/** What the feature that puts pictures on the desktop tells the picture of the day. */
interface Desktop {
  /** Called at every check if a picture is stored, and when a new picture or a missing still has arrived. */
  readonly onPicture: (signal: AbortSignal) => Promise<void>;
  /** The days whose pictures are on the desktop, persisted across restarts; empty if unknown. */
  readonly dates: () => readonly string[];
}
const noDesktop: Desktop = { onPicture: () => Promise.resolve(), dates: () => [] };

export type PictureFeature = ReturnType<typeof startPictureFeature>;

/** Starts the picture of the day, and the archive of all pictures. */
export function startPictureFeature(context: FeatureContext) {
  const { clock, composer, database, http, log, onEnd, paths, settings, state, urls } = context;
  const { pictures, thumbnails } = paths;
  const isSimulated = state.current.services.simulated;
  let desktop = noDesktop;

  const store = createArchiveStore(
    database,
    pictures,
    () => clock.now(),
    (date) => log(`the stored day ${date} is malformed; its picture is fetched again`),
  );
  const useDaysOfSource = (): void => {
    const useResult = store.useSimulated(isSimulated);
    if (!useResult.ok) log(`the days of the archive: ${describeFailure(useResult.failure)}`);
  };
  useDaysOfSource();
  database.onReplaced(useDaysOfSource);
  // The favorites and pins of the simulated services refer to other days.
  const key = isSimulated ? 'picture-simulated' : 'picture';
  const pictureState = openPictureState(
    context.value(key, storedPictureStateSchema.nullable(), null),
    context.originOf('picture'),
  );
  database.onReplaced(() => {
    pictureState.reload();
    state.update(() => ({ choice: pictureState.current.choice }));
  });
  const archive = openArchive({
    ...context,
    pictureState,
    store,
    limitBytes: () => settings().picture.keepMiB * 2 ** 20,
    onDesktop: () => desktop.dates(),
  });
  onEnd(() => archive.dispose());
  const renditions = createRenditions({
    folder: paths.renditions,
    pictures,
    composer,
    isStill(name) {
      const day = store.known(name.slice(0, 'YYYY-MM-DD'.length));
      return day !== null && isVideoStill(day.record);
    },
    onFailure: (name, failure) => log(`${name} cannot be shown: ${describeFailure(failure)}`),
  });
  onEnd(() => renditions.dispose());

  const clients = createPictureClients({
    http,
    urls,
    apiKey: context.apiKey,
    pictureFolder: pictures,
    pictureNeed: () => displayNeedOf(readDisplays()),
    proveDecodable: proveByThumbnail(composer, thumbnails),
    now: () => clock.now(),
  });
  const picture = startPictureOfTheDay({
    ...context,
    sources: isSimulated ? clients.pictures.map(simulatedSource) : clients.pictures,
    isAsked: (name) => isSourceAsked(settings().picture, name),
    downloader: clients.downloader,
    archive: archive.buffered,
    pictureState,
    onPicture: (signal) => desktop.onPicture(signal),
  });
  onEnd(() => picture.dispose());

  return {
    service: 'picture',
    handlers: {
      picture: pictureHandlers({
        clock,
        last: () => state.current.picture.last,
        kept: (date) => store.get(date),
        day: picture.day,
        check: picture.check,
        pathOf: (file) => store.pathOf(file),
        ...{ openLink, openLinkOrCopy, copyFile },
        choose: choosePictureFile,
      }),
      archive: {
        page: (query) => archive.page(query),
        month: (name) => archive.month(name),
        days: (dates) => archive.days(dates),
        thumbnails: (dates) => archive.wantThumbnails(dates),
      } satisfies Handlers['archive'],
    },
    queries: pictureQueries((file) => store.pathOf(file)),
    wake: picture.wake,
    check: picture.check,
    ask: picture.ask,
    useAddress: (address) => picture.useAddress(address),
    probe: clients.probe,

    /** The days, including those that could not be saved yet, and the user's choices among them. */
    days: archive.buffered,
    choices: pictureState,
    day: picture.day,

    /** Returns the title of a stored day; empty if it is not stored. */
    titleOf: (date: string) => store.get(date)?.record.title ?? '',

    /** The file to show in a page in place of a stored picture; see `createRenditions`. */
    rendition: (name: string) => renditions.get(name),

    /** Connects the desktop on which the pictures are shown. Returns a function that ends this. */
    connect(next: Desktop) {
      desktop = next;
      return () => {
        desktop = noDesktop;
      };
    },
  } satisfies Omit<ServiceFeature, 'handlers'> & Record<string, unknown>;
}
