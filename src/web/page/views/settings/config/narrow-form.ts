import type { SettingsKey, SettingsSection, SettingsTable } from '../../../wire/settings-wire.ts'

/** The keys that have every one of the words in their name, their note or the note of their table; all keys if there are no words. */
export function narrowForm(sections: SettingsSection[], words: string): SettingsSection[] {
  const isMeant = meant(words)
  return sections
    .map(({ name, groups }) => ({
      name,
      groups: groups
        .map(({ note, keys }) => ({ note, keys: keys.filter((key) => isMeant(`${key.name} ${key.note} ${note}`)) }))
        .filter(({ keys }) => keys.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0)
}

/** The tables with every one of the words in their name, their notes, their keys or their entries. */
export function narrowTables(tables: SettingsTable[], words: string): SettingsTable[] {
  const isMeant = meant(words)
  return tables.filter(({ name, note, asks, entries }) => {
    const names = [...asks, ...entries].map((one) => one.name)
    return isMeant(
      [name, note, ...names, ...asks.map((ask) => ask.note), ...entries.map(({ title }) => title)].join(' '),
    )
  })
}

export function keysOf(sections: SettingsSection[]): SettingsKey[] {
  return sections.flatMap(({ groups }) => groups.flatMap(({ keys }) => keys))
}

/** The same with this key as it stands now. */
export function withKey(sections: SettingsSection[], changed: SettingsKey): SettingsSection[] {
  return sections.map(({ name, groups }) => ({
    name,
    groups: groups.map(({ note, keys }) => ({
      note,
      keys: keys.map((key) => (key.name === changed.name ? changed : key)),
    })),
  }))
}

function meant(words: string): (text: string) => boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return (text) => wanted.every((word) => text.toLowerCase().includes(word))
}
