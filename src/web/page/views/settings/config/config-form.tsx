import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import { usePolled } from '../../../polled-data.ts'
import type { SettingsForm, SettingsKey, SettingsSection, SettingsTable } from '../../../wire/settings-wire.ts'
import { useText, useWords } from '../../../words/language.ts'
import { configWords, tableWords } from '../../../words/settings/config-words.ts'
import { RestartButton } from '../restart.tsx'
import { type ConfigCalls, configCalls, KeyRow } from './config-key.tsx'
import { ConfigTable } from './config-table.tsx'

/** The tables of the configuration file by section of the settings. All others are under Advanced. */
const sectionOfTable: Record<string, string> = {
  // The fields for these have a form of their own in General.
  '': 'general',
  owner: 'general',
  assistant: 'general',
  brain: 'models',
  native: 'models',
  providers: 'models',
  telegram: 'channels',
  talk: 'channels',
  email: 'channels',
  limits: 'people',
  conversation: 'memory',
  recall: 'memory',
  compaction: 'memory',
  memory: 'memory',
  library: 'memory',
  scheduler: 'schedule',
  heartbeat: 'schedule',
  schedules: 'schedule',
  briefings: 'schedule',
  mailboxes: 'schedule',
  push: 'notifications',
}

/** The keys and tables of one section of the settings. */
export function ConfigForm({ api, section }: { api: Pick<Api, 'get' | 'post'>; section: string }) {
  const words = useWords(configWords)
  const belongs = ({ name }: { name: string }) =>
    (sectionOfTable[name.split('.', 1)[0] ?? ''] ?? 'advanced') === section
  return (
    <Form
      api={api}
      title={words.title}
      narrow={(form) => ({
        sections: form.sections.filter(belongs),
        tables: form.tables.filter(belongs),
      })}
    />
  )
}

/** The keys and tables of all sections that a search finds. */
export function FoundSettings({ api, find }: { api: Pick<Api, 'get' | 'post'>; find: string }) {
  const words = useWords(configWords)
  const textOf = useText()
  return (
    <Form
      api={api}
      title={words.results}
      isSearch
      narrow={({ sections, tables }) => ({
        sections: narrowForm(sections, find, textOf),
        tables: narrowTables(tables, find, textOf),
      })}
    />
  )
}

interface FormProps {
  api: Pick<Api, 'get' | 'post'>
  title: string
  isSearch?: boolean
  narrow(form: SettingsForm): Pick<SettingsForm, 'sections' | 'tables'>
}

const againMs = 15_000

/** Keys by table, with description, value, source and a field. */
function Form({ api, title, isSearch = false, narrow }: FormProps) {
  const words = useWords(configWords)
  const calls = useMemo(() => configCalls(api), [api])
  const changes = useSignal(0)
  const polled = usePolled(calls.read, changes, againMs)
  const { value: form, problem } = polled.value

  // Shows the new value at once and reloads the rest.
  const changed = (key?: SettingsKey) => {
    const before = polled.peek().value
    if (before && key) polled.value = { value: { ...before, sections: withKey(before.sections, key) } }
    if (key?.needsStart !== false) changes.value++
  }

  const { sections, tables } = form ? narrow(form) : { sections: [], tables: [] }
  return (
    <section aria-labelledby="config-title" aria-busy={!form && !problem}>
      <h3 id="config-title">{title}</h3>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {!form && problem === undefined && <p class="muted">{words.reading}</p>}
      {form && <p class="settings-note muted">{form.canChange ? words.file(form.file) : words.elsewhere}</p>}
      {form?.isWaiting && (
        <div class="config-waiting" role="status">
          <span>{words.savedForRestart}</span>
          {form.canChange && <RestartButton api={api} />}
        </div>
      )}
      {isSearch && form && (
        <p class="config-found muted" role="status">
          {words.found(keysOf(sections).length)}
        </p>
      )}
      {sections.map((section) => (
        <Section key={section.name} {...{ section, isOpen: isSearch, calls, changed }} />
      ))}
      {tables.map((table) => (
        <Table key={table.name} {...{ table, canChange: form?.canChange ?? false, calls, changed }} />
      ))}
    </section>
  )
}

interface Changing {
  calls: ConfigCalls
  changed(key?: SettingsKey): void
}

function Section({ section, isOpen, calls, changed }: Changing & { section: SettingsSection; isOpen: boolean }) {
  const words = useWords(configWords)
  const textOf = useText()
  const keys = keysOf([section])
  const setNow = keys.filter(({ source }) => source === 'run time').length
  const setHere = keys.filter(({ source }) => source === 'page').length
  const notes = [
    words.found(keys.length),
    ...(setNow > 0 ? [words.setWhileRunning(setNow)] : []),
    ...(setHere > 0 ? [words.setHere(setHere)] : []),
  ]
  return (
    <ConfigFold name={section.name || words.general} told={notes.join(' · ')} isOpen={isOpen}>
      {() =>
        section.groups.map(({ note, keys: together }) => (
          <div key={together[0]?.name} class="config-group">
            {note !== '' && <p class="config-note">{textOf(note)}</p>}
            {together.map((key) => (
              <KeyRow key={key.name} setting={key} calls={calls} changed={changed} />
            ))}
          </div>
        ))
      }
    </ConfigFold>
  )
}

function Table({ table, canChange, calls, changed }: Changing & { table: SettingsTable; canChange: boolean }) {
  const words = useWords(tableWords)
  return (
    <ConfigFold name={table.name} told={words.count(table.entries.length)} isOpen={false}>
      {() => <ConfigTable {...{ table, canChange, calls, changed: () => changed() }} />}
    </ConfigFold>
  )
}

interface FoldProps {
  name: string
  told: string
  isOpen: boolean
  children: () => ComponentChildren
}

/** A section of the form. Its content is built when it is first opened, because all sections together are thousands of elements. */
function ConfigFold({ name, told, isOpen, children }: FoldProps) {
  const wasOpened = useSignal(false)
  return (
    <details
      class="config-section"
      open={isOpen}
      onToggle={({ currentTarget }) => (wasOpened.value ||= currentTarget.open)}
    >
      <summary>
        <span class="config-name">{name}</span>
        <span class="muted">{told}</span>
      </summary>
      {(isOpen || wasOpened.value) && children()}
    </details>
  )
}

type TextOf = ReturnType<typeof useText>

/** The keys that have every one of the words in their name, their note or the note of their table; all keys if there are no words. */
function narrowForm(sections: SettingsSection[], words: string, textOf: TextOf): SettingsSection[] {
  const isMeant = meant(words)
  return sections
    .map(({ name, groups }) => ({
      name,
      groups: groups
        .map(({ note, keys }) => ({
          note,
          keys: keys.filter((key) => isMeant(`${key.name} ${textOf(key.note)} ${textOf(note)}`)),
        }))
        .filter(({ keys }) => keys.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0)
}

/** The tables with every one of the words in their name, their notes, their keys or their entries. */
function narrowTables(tables: SettingsTable[], words: string, textOf: TextOf): SettingsTable[] {
  const isMeant = meant(words)
  return tables.filter(({ name, note, asks, entries }) => {
    const names = [...asks, ...entries].map((entry) => entry.name)
    const notes = [note, ...asks.map((ask) => ask.note)].map(textOf)
    return isMeant([name, ...names, ...notes, ...entries.map(({ title }) => title)].join(' '))
  })
}

function keysOf(sections: SettingsSection[]): SettingsKey[] {
  return sections.flatMap(({ groups }) => groups.flatMap(({ keys }) => keys))
}

/** Replaces one key. */
function withKey(sections: SettingsSection[], changed: SettingsKey): SettingsSection[] {
  return sections.map(({ name, groups }) => ({
    name,
    groups: groups.map(({ note, keys }) => ({
      note,
      keys: keys.map((key) => (key.name === changed.name ? changed : key)),
    })),
  }))
}

function meant(words: string): (text: string) => boolean {
  const searchWords = words.toLowerCase().split(/\s+/).filter(Boolean)
  return (text) => searchWords.every((word) => text.toLowerCase().includes(word))
}
