import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootLane } from '../../src/domain/ids.ts'
import type { Turn } from '../../src/spawner/spawner.ts'
import type { RoadWorld } from './road-world.ts'

/** What a brain does that makes a file and gives it along with its answer. */
export async function handInCopy({ files, owner }: RoadWorld, turn: Turn, name: string): Promise<void> {
  const folder = files.workspaces.pathOf(turn.chat)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), '%PDF-1.4 copied')
  const person = { id: owner.id, role: 'owner' } as const
  const place = { task: turn.task, chat: turn.chat, lane: rootLane(turn.chat), person }
  await files.outgoing.attach(
    { ...place, timezone: 'UTC', trust: 'untrusted', foreign: [], noteForeign() {} },
    name,
    undefined,
  )
}
