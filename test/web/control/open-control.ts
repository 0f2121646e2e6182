import { join } from 'node:path'
import { createOwnerFacts } from '../../../src/tasks/memory/owner-facts.ts'
import { createProfiles } from '../../../src/tasks/profile/profiles.ts'
import { createProposals } from '../../../src/tasks/profile/proposals.ts'
import { type ControlDeps, createControl } from '../../../src/web/control/control.ts'
import { createUploads } from '../../../src/web/server/uploads.ts'
import { createJobs } from '../jobs.ts'
import type { World } from '../world.ts'

const nothingSpent = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd: 0,
  byOrigin: [],
  byModel: [],
}

const nothingErased = { messages: 0, answers: 0, chats: 0, files: 0, summaries: 0, tasks: 0, jobs: 0, facts: 0 }

/** How a daemon is that has nothing to do. */
export const quietOverview: ReturnType<ControlDeps['overview']> = {
  version: '0.0.0',
  pid: 1,
  startedAt: new Date(0),
  brain: { name: 'script' },
  channels: ['web'],
  tasks: { waiting: 0, running: 0, maxRunning: 4, waits: [] },
  deliveries: { open: 0, failed: 0, drafts: 0 },
  unread: [],
  sharedAccounts: [],
  usage: { today: nothingSpent, month: nothingSpent },
  safeMode: false,
  disk: 'ok',
  timezone: 'UTC',
  settings: { running: [], dropped: [] },
}

/** The daemon's socket in a data directory, over a script in place of the road. */
export async function openControl(
  world: World,
  dataDir: string,
  deps: Partial<ControlDeps> = {},
): Promise<{ close(): Promise<void> }> {
  const { db, channel, log, clock, fileStore } = world
  const owner = { id: world.ownerId, name: 'Ana' }
  const profiles = createProfiles({ db, clock, log, dataDir, scrub: (text) => text })
  const proposals = createProposals({ db, clock, profiles })
  const nothing = { said: { en: '', de: '' } }
  return createControl({
    db,
    channel,
    log,
    owner,
    uploads: createUploads({ db, fileStore, clock, assertDiskNotFull: () => {} }),
    onChange: channel.subscribe,
    overview: () => quietOverview,
    restart: () => undefined,
    runners: undefined,
    takeUpSecrets: () => ({ state: 'unchanged' }),
    hello() {},
    settings: { sources: () => ({}), set: () => undefined, unset: () => undefined },
    allowed: { list: () => ({ given: [], file: [] }), remove: () => false },
    importer: {
      write: () => ({ added: 0, known: 0 }),
      settle: () => false,
      cost: () => ({ requests: 0, tokens: 0 }),
      decide: () => {},
    },
    jobs: createJobs(world),
    facts: createOwnerFacts({ db, clock, owner, scrub: (text) => text }),
    decideProposal: (id, decision) => proposals.decide(id, decision, { ...owner, role: 'owner' }),
    erasing: { preview: () => nothingErased, erase: () => 1, read: () => undefined },
    answeredBy: () => ({ en: '**script** with `smart`', de: '' }),
    commands: () => [
      { name: 'stop', summary: 'stop what is running' },
      { name: 'status', summary: 'how I am' },
    ],
    link: () => undefined,
    pair: () => ({ code: '', expiresAt: clock.now() }),
    removeAddress: () => ({ cancelled: 0 }),
    linking: { link: () => nothing, unlink: () => nothing, set: () => nothing },
    socket: join(dataDir, 'skein.sock'),
    ...deps,
  })
}
