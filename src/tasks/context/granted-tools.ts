import { MAX_LISTED_MCP_TOOLS } from '../../domain/other-tools.ts'
import type { Person, Role } from '../../domain/person.ts'
import { readOtherTools } from '../../gateway/other-tools.ts'
import { fenceOf } from '../../gateway/rendering/fence.ts'
import type { Brain, Turn } from '../../spawner/spawner.ts'
import { isGranted } from '../../spawner/tool-input.ts'
import type { Database } from '../../store/database.ts'
import { readPerson } from '../../store/people/people.ts'
import { fenceKey } from '../../store/secret-keys.ts'
import type { Task } from '../../store/work/tasks.ts'
import type { ListWebAndMcpTools } from '../permissions/served-tools.ts'
import type { TaskQuestion } from './question.ts'
import type { BrainWithModel, UsableEpochs } from './usable-epoch.ts'

export interface GrantedToolsDeps {
  db: Database
  /** The tools that brains in this process get besides the daemon's; absent if turns run elsewhere. */
  listOuterTools?: ListWebAndMcpTools | undefined
}

/** The tools of a brain that a turn may use, besides the daemon's. */
export interface GrantedTools {
  /** As they are granted: all tools of a server are `server__*`. And whether it may have delegates. */
  rights(brain: Brain, task: Task, person: Person): Pick<Turn, 'ownTools' | 'delegates'>
  /** Adds the tools that a new prompt only names if there are too many. A session that continues has its prompt. */
  withOtherTools(brain: BrainWithModel, task: Task, question: TaskQuestion, signal: AbortSignal): Promise<TaskQuestion>
  /** The prompt of a session with the tools that it names. It keeps them, whatever the servers offer later. */
  promptOf(system: string, session: string): Pick<Turn, 'system' | 'namedTools'>
}

export function createGrantedTools(
  { db, listOuterTools }: GrantedToolsDeps,
  epochs: Pick<UsableEpochs, 'roleFor' | 'delegatesFor' | 'usable'>,
): GrantedTools {
  const namesFor = (brain: Brain, role: Role) => [...(brain.own?.rights(role).tools ?? [])]
  return {
    rights(brain, task, person) {
      const role = epochs.roleFor(brain, task, person)
      const delegates = epochs.delegatesFor(role)
      return { ownTools: namesFor(brain, role), ...(delegates && { delegates }) }
    },

    async withOtherTools(brain, task, question, signal) {
      const role = epochs.roleFor(brain, task, readPerson(db, task.personId))
      const servers = namesFor(brain, role).filter((name) => name.endsWith('__*'))
      if (!listOuterTools || servers.length === 0 || epochs.usable(brain, task, question).epoch) return question
      const tools = (await listOuterTools(signal)).filter((tool) => tool.kind === 'use' && isGranted(tool, servers))
      return tools.length > MAX_LISTED_MCP_TOOLS ? { ...question, otherTools: tools } : question
    },

    promptOf(system, session) {
      const namedTools = readOtherTools(system, fenceOf(fenceKey(db), session))
      return { system, ...(namedTools && { namedTools }) }
    },
  }
}
