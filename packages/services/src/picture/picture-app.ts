import { Hono } from 'hono';
import { notFoundAnswer, answerDefect } from '../http/problem.ts';
import type { ServiceEnv } from '../scenarios/definition.ts';
import { apodHandler } from './apod/handler.ts';
import { createQuota, demoWindows, personalWindows } from './apod/quota.ts';
import { addEditors } from './editors.ts';
import { addImages } from './image/routes.ts';
import { addPages } from './pages.ts';
import { addSuccessor } from './successor/routes.ts';
import type { PictureWorld } from './world.ts';

/** The shared key of the public service, which is always accepted. */
const demoKey = 'DEMO_KEY';

interface PictureDependencies {
  /** Returns the present time, in milliseconds since the epoch. */
  readonly now: () => number;
  /** A personal key, which is accepted in addition to the demonstration key. */
  readonly key?: string | undefined;
  /** The number of requests an hour for the personal key. Default: 1,000. */
  readonly keyLimit?: number | undefined;
}

/**
 * The picture service (specification 2.3, 4.3, 5, 7, 8), its successor with a feed, the editors' own site, and the
 * pictures and pages to which records link.
 */
export function createPictureApp(
  dependencies: PictureDependencies,
): Hono<ServiceEnv<PictureWorld>> {
  const { now, key, keyLimit } = dependencies;
  const quotas = new Map([[demoKey, createQuota(demoWindows)]]);
  if (key !== undefined && key !== demoKey) {
    quotas.set(key, createQuota(personalWindows(keyLimit)));
  }
  const app = new Hono<ServiceEnv<PictureWorld>>();
  app.get('/planetary/apod', apodHandler({ now, quotas }));
  addImages(app, { now });
  addPages(app, { now });
  addSuccessor(app, { now });
  addEditors(app, { now });
  app.notFound(notFoundAnswer);
  app.onError(answerDefect);
  return app;
}
