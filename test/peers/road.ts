import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Inbox } from '../../src/channels/channel.ts'
import type * as inbound from '../../src/channels/web/inbound.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSteadyClock, systemClock } from '../../src/lib/time/clock.ts'
import type * as openStore from '../../src/store/open-store.ts'
import type * as people from '../../src/store/people/people.ts'
import type * as claims from '../../src/store/work/claims.ts'
import type * as instances from '../../src/store/work/instances.ts'
import type * as deliver from '../../src/tasks/deliver/deliver.ts'
import type * as intake from '../../src/tasks/intake/intake.ts'
import type * as recovery from '../../src/tasks/queue/recovery.ts'
import type * as run from '../../src/tasks/run/run.ts'
import type { TaskDeps } from '../../src/tasks/task-deps.ts'
import type { Build } from './build.ts'

/** The modules of one build, loaded into this process, and a store of their own. */
export interface RoadOfBuild {
  road: TaskDeps
  inbox: Inbox
  parts: Parts
  /** The same road after its daemon died and a new one began. */
  afterDeath(): TaskDeps
}

interface Parts {
  openStore: typeof openStore
  instances: typeof instances
  people: typeof people
  claims: typeof claims
  inbound: typeof inbound
  intake: typeof intake
  recovery: typeof recovery
  run: typeof run
  deliver: typeof deliver
}

const files: Record<keyof Parts, string> = {
  openStore: 'store/open-store.js',
  instances: 'store/work/instances.js',
  people: 'store/people/people.js',
  claims: 'store/work/claims.js',
  inbound: 'channels/web/inbound.js',
  intake: 'tasks/intake/intake.js',
  recovery: 'tasks/queue/recovery.js',
  run: 'tasks/run/run.js',
  deliver: 'tasks/deliver/deliver.js',
}

export async function onRoad<T>(build: Build, act: (given: RoadOfBuild) => Promise<T>): Promise<T> {
  const parts = await loadParts(build)
  const dir = mkdtempSync(join(tmpdir(), 'skein-road-'))
  const store = parts.openStore.openStore(dir)
  try {
    const { db } = store
    const clock = createSteadyClock(systemClock)
    parts.people.ensureOwner(db, 'Ana', new Date())
    const begin = () => parts.instances.beginInstance(db, { pid: process.pid, boot: undefined }, clock.steady())
    const road: TaskDeps = {
      db,
      clock,
      log: createLog({ level: 'error', format: 'json', destination: { write() {} }, scrub: (text) => text }),
      channels: new Map(),
      instance: begin(),
      settings: () => ({
        maxWorkers: 1,
        expireMs: 60_000,
        totalMs: 60_000,
        idleMs: 1_800_000,
        tasksPerHour: 10,
        queue: 10,
        timezone: 'UTC',
      }),
      persist: async (write) => write(),
    }
    const idle = {
      commands: {
        parse: (text: string) => (text === '/help' ? { name: 'help', args: '' } : undefined),
        find: () => undefined,
        run: () => ({ text: 'help' }),
      },
      abort() {},
      assertDiskNotFull() {},
      wake() {},
      approvals: {
        withdraw: () => 0,
        answer: () => ({ en: 'Nothing is asked here.', de: 'Hier wird nichts gefragt.' }),
      },
      trails: { of: () => undefined },
    }
    const inbox = parts.intake.createIntake({ ...road, ...idle })
    return await act({ road, inbox, parts, afterDeath: () => ({ ...road, instance: begin() }) })
  } finally {
    store.close()
    rmSync(dir, { recursive: true })
  }
}

async function loadParts(build: Build): Promise<Parts> {
  const load = async ([name, file]: [string, string]) => {
    const url = pathToFileURL(join(build.dir, 'dist/modules', file)).href
    const module: unknown = await import(/* @vite-ignore */ url)
    return [name, module]
  }
  return Object.fromEntries(await Promise.all(Object.entries(files).map(load))) as Parts
}
