import { contextStatus } from './context-status.ts'
import { getConversation } from './get-conversation.ts'
import type { Library } from './library.ts'
import { type Jobs, scheduleTools } from './schedule.ts'
import { searchMessages } from './search-messages.ts'
import { type FileDesk, sendFile } from './send-file.ts'
import { type Silence, staySilent } from './stay-silent.ts'
import type { Tool } from './tool.ts'

/** What the tools are made from. */
export interface ToolDesks {
  library: Library
  files: FileDesk
  jobs: Jobs
  silence: Silence
}

/** Every tool there is, in the order the model reads them. */
export function allTools({ library, files, jobs, silence }: ToolDesks): Tool[] {
  return [
    searchMessages(library),
    getConversation(library),
    ...scheduleTools(jobs),
    sendFile(files),
    contextStatus(library),
    staySilent(silence),
  ]
}
