import type { ChannelName } from '../../domain/ids.ts'
import type { ChannelMemory } from '../../domain/message.ts'
import type { Database } from '../database.ts'

export function writeMemory(db: Database, { channel, account, name, value }: ChannelMemory): void {
  db.statement(
    `INSERT INTO channel_memory (channel, account, name, value) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  ).run(channel, account, name, value)
}

/** What all accounts of all channels keep under this name. */
export function memoriesNamed(db: Database, name: string): ChannelMemory[] {
  const found = db.statement('SELECT channel, account, name, value FROM channel_memory WHERE name = ?')
  return found.all(name) as ChannelMemory[]
}

export function readMemory(db: Database, channel: ChannelName, account: string, name: string): string | undefined {
  const found = db.statement('SELECT value FROM channel_memory WHERE channel = ? AND account = ? AND name = ?')
  return found.pluck().get(channel, account, name) as string | undefined
}
