import { runAfterwards } from '../system/afterwards.ts';
import { markVariable } from './processes.ts';

/** Without a line on its input it ends whatever carries the mark, and then removes the folder. */
const script = `
read -r _ && exit
tries=0
until [ $tries -ge 100 ]; do
  pids=$(grep -lazxF "$MARK" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3)
  if [ -n "$pids" ]; then kill -KILL $pids 2>/dev/null
  elif [ -z "$FOLDER" ] || rm -rf "$FOLDER" 2>/dev/null; then exit
  fi
  tries=$((tries + 1))
  sleep 0.1
done
`;

/**
 * Sees to it that the desktop `id` does not outlive this process, also when that is killed. `folder` is removed
 * with it; null for one that is to be kept. Gives back the way to release the guardian, which then ends.
 */
export const guard = (id: string, folder: string | null): (() => Promise<void>) =>
  runAfterwards(script, { MARK: `${markVariable}=${id}`, FOLDER: folder ?? '' });
