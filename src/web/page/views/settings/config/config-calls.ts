import type { Answer, Api } from '../../../api.ts'
import type { SettingsForm, SettingsKey } from '../../../wire/settings-wire.ts'

/** The configuration, and what of it is changed here. */
export interface ConfigCalls {
  read(): Promise<Answer<SettingsForm>>
  /** Resolves with how the key stands now. */
  set(key: string, value: string): Promise<Answer<SettingsKey>>
  reset(key: string): Promise<Answer<SettingsKey>>
  add(table: string, title: string, values: Record<string, string>): Promise<Answer<object>>
  remove(entry: string): Promise<Answer<object>>
  /** Brings back what the file has. */
  restore(entry: string): Promise<Answer<object>>
}

export function configCalls({ get, post }: Pick<Api, 'get' | 'post'>): ConfigCalls {
  return {
    read: () => get('/api/settings'),
    set: (key, value) => post(`/api/settings/${encodeURIComponent(key)}`, { value }),
    reset: (key) => post(`/api/settings/${encodeURIComponent(key)}/reset`, {}),
    add: (table, title, values) => post(`/api/tables/${encodeURIComponent(table)}`, { title, values }),
    remove: (entry) => post(`/api/tables/${encodeURIComponent(entry)}/remove`, {}),
    restore: (entry) => post(`/api/tables/${encodeURIComponent(entry)}/restore`, {}),
  }
}
