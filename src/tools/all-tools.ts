import { contextStatus } from './context-status.ts'
import { getConversation } from './get-conversation.ts'
import type { Library } from './library.ts'
import { searchMessages } from './search-messages.ts'
import { type FileDesk, sendFile } from './send-file.ts'
import type { Tool } from './tool.ts'

/** Every tool there is, in the order the model reads them. */
export function allTools(library: Library, desk: FileDesk): Tool[] {
  return [searchMessages(library), getConversation(library), sendFile(desk), contextStatus(library)]
}
