import { type FSWatcher, watch } from 'node:fs'

/** The system allows a number of watched folders per user. Changes in more of them are found by the next full pass. */
const MAX_WATCHED_FOLDERS = 1000

/** Watches folders, not files: the number of files does not matter. */
export function createFolderWatch(onChange: () => void) {
  const watchers = new Map<string, FSWatcher>()
  const stop = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  return {
    /** Watches exactly these folders from now on. */
    set(folders: readonly string[]) {
      const wanted = new Set(folders.slice(0, MAX_WATCHED_FOLDERS))
      for (const folder of watchers.keys()) if (!wanted.has(folder)) stop(folder)
      for (const folder of wanted) {
        if (watchers.has(folder)) continue
        try {
          const watcher = watch(folder, { persistent: false }, onChange)
          watcher.on('error', () => stop(folder))
          watchers.set(folder, watcher)
        } catch {
          // The folder is gone, or the system allows no more. The next full pass sees its changes.
        }
      }
    },
    close() {
      for (const folder of watchers.keys()) stop(folder)
    },
  }
}
