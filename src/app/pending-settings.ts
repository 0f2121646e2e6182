import { type ConfigFile, readConfigFile } from '../config/config-file.ts'
import { checkWithOverrides, dropOutdated } from '../config/overrides/apply-overrides.ts'
import { addEntry, type OverrideChange, removeEntry, resetKey, setKey } from '../config/overrides/override-changes.ts'
import { type Overrides, readOverrides, saveOverrides } from '../config/overrides/override-file.ts'
import { differsAt, type SavedConfig, savedConfig, sourcesOf } from '../config/overrides/saved-config.ts'
import { formTables } from '../config/overrides/table-form.ts'
import { isTable, valueAt } from '../config/problems/problems.ts'
import { ConfigError } from '../domain/errors.ts'
import { type AnyText, joinTexts, mapText, textIn } from '../messages/localized.ts'
import type { PendingSettingsService } from '../web/routes/settings/settings-api.ts'

export interface PendingSettingsDeps {
  /** Undefined means the default file, which may not exist. */
  configFile: string | undefined
  dataDir: string
  env: NodeJS.ProcessEnv
}

export interface PendingSettings extends PendingSettingsService {
  /** What is saved at these paths is in use now, without a restart. */
  takenUp(paths: readonly (readonly string[])[]): void
}

/** The configuration that the next start will use, and changes to it that do not touch the file. */
export function createPendingSettings({ configFile, dataDir, env }: PendingSettingsDeps): PendingSettings {
  let last = readNow()
  let running = last.saved
  // An override that a newer file replaced at this start must not come back when the file changes again.
  if (last.hasOutdated) saveOverrides(dataDir, running.overrides)

  function readNow(): { saved: SavedConfig; file: ConfigFile; hasOutdated: boolean } {
    const file = readConfigFile(configFile, env)
    const { current, outdated } = dropOutdated(file.tree(), readOverrides(dataDir).overrides)
    return { saved: savedConfig(file.tree(), current), file, hasOutdated: outdated.length > 0 }
  }

  /** Falls back to the last valid file while somebody is editing it. */
  function newest(): typeof last {
    try {
      last = readNow()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
    }
    return last
  }

  function change(make: (saved: SavedConfig) => OverrideChange): AnyText | undefined {
    const { problem } = readOverrides(dataDir)
    if (problem !== undefined) return problem
    const { saved, file } = newest()
    const changed = make(saved)
    if ('problem' in changed) return changed.problem
    const problemsWith = (overrides: Overrides) =>
      checkWithOverrides(file, env, overrides).problems.map(({ says }) => mapText(says, toSentence))
    const oldProblems = problemsWith(saved.overrides).map((text) => textIn(text, 'en'))
    const newProblems = problemsWith(changed.overrides).filter((text) => !oldProblems.includes(textIn(text, 'en')))
    if (newProblems.length > 0) return joinTexts(newProblems, ' ')
    saveOverrides(dataDir, changed.overrides)
    return undefined
  }

  return {
    read() {
      const { saved } = newest()
      return {
        sources: sourcesOf(saved),
        differs: (key) => differsAt(saved, running, key.split('.')),
        tables: formTables(saved, running),
        isWaiting: differsAt(saved, running, []),
      }
    },
    takenUp(paths) {
      const { merged } = newest().saved
      const change = (tree: unknown, path: readonly string[]) => withValue(tree, path, valueAt(merged, path))
      running = { ...running, merged: paths.reduce(change, running.merged) }
    },
    set: (key, text) => change((saved) => setKey(saved, key, text)),
    reset: (key) => change((saved) => resetKey(saved, key)),
    add: (table, title, values) => change((saved) => addEntry(saved, table, title, values)),
    remove: (entry) => change((saved) => removeEntry(saved, entry)),
  }
}

/** A sentence that begins with a key keeps its spelling. */
function toSentence(problem: string): string {
  return `${/^[\w-]+\./.test(problem) ? problem : problem.charAt(0).toUpperCase() + problem.slice(1)}.`
}

/** A copy of the tree with another value at the path. Without a value the key is removed. */
function withValue(tree: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const table = isTable(tree) ? tree : {}
  const inner = rest.length === 0 ? value : withValue(table[key], rest, value)
  const { [key]: _, ...others } = table
  return inner === undefined ? others : { ...others, [key]: inner }
}
