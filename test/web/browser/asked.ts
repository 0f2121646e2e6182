import { type ChatId, rootLane } from '../../../src/domain/ids.ts'
import { later } from '../../../src/lib/time/clock.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { insertApproval } from '../../../src/store/work/approvals.ts'
import { insertDelivery } from '../../../src/store/work/outbox.ts'
import { sendOwnerNotice } from '../../../src/tasks/say/notices.ts'
import type { World } from '../world.ts'

/** A question of a task's whether it may run this. */
export function askAbout({ db, clock, ownerId }: World, task: number, chat: ChatId, command: string): void {
  const lane = rootLane(chat)
  const now = clock.now()
  const effect = `run this command?\n\n\`\`\`\n${command}\n\`\`\`\n\nIt runs in \`/tmp/x\`. The network is off.`
  const row = { taskId: task, generation: 1, personId: ownerId, lane, hash: 'h', tool: 'Bash', rule: null }
  const expiresAt = later(clock.steady(), 600_000)
  const { id } = insertApproval(db, { ...row, effect, gist: `run ${command}`, expiresAt }, now)
  const place = { chat, lane, origin: 'chat', trust: 'owner', at: now, receivedAt: now } as const
  const messageId = insertMessage(db, { ...place, author: 'bot', kind: 'notice', name: 'Skein', text: effect })
  const buttons = ['Yes', 'No'].map((label) => ({ label, data: `${label.toLowerCase()} ${id}` }))
  const part = { key: `approval:${id}:0`, messageId, lane, route: { chat }, kind: 'notice', part: 0 } as const
  const times = { dueAt: clock.steady(), deadAt: clock.steady() }
  insertDelivery(db, { ...part, ...times, body: effect, taskId: task, buttons }, now)
}

export function notice({ db, clock, channel }: World, key: string, text: string): void {
  const road = { db, clock, channels: new Map([[channel.name, channel]]), settings: () => ({ idleMs: 60_000 }) }
  sendOwnerNotice(road, { key, text }, clock.now())
}
