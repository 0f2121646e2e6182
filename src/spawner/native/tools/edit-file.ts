import { resolve } from 'node:path'
import { z } from 'zod'
import type { Account } from '../../../lib/sandbox.ts'
import { fileName, isObeyed, notToBeWritten } from '../../workspace-names.ts'
import { defineTool } from './define-tool.ts'
import { changeInside, type FileStart, Refusal } from './workspace.ts'

const MOST_BYTES = 5 * 1024 * 1024

/** `account`: whose the files are to be, when we are root. */
export function editFile(account: Account | undefined) {
  return defineTool({
    name: 'edit_file',
    description:
      'Changes a text file in the workspace: puts new_text in the place of old_text, which must be in the file exactly once, letter for letter, unless everywhere is true.',
    kind: 'edit',
    input: z.object({
      path: z.string().describe('Relative to the workspace.'),
      old_text: z.string().min(1),
      new_text: z.string(),
      everywhere: z.boolean().default(false),
    }),
    deed({ path, old_text: before, new_text: after, everywhere }, { workspace }) {
      if (isObeyed(path)) return { kind: 'other', why: notToBeWritten }
      return { kind: 'edit', path: resolve(workspace, path), before, after, everywhere }
    },
    line: ({ path }) => `changing ${fileName(path)}`,
    run({ path, old_text: before, new_text: after, everywhere }, { workspace }) {
      let places = 0
      changeInside({ workspace, path, account }, (old) => {
        const parts = exactText(old(MOST_BYTES)).split(before)
        places = parts.length - 1
        if (places === 0)
          throw new Refusal('old_text is not in the file. Read it again: every letter and blank counts.')
        if (places > 1 && !everywhere)
          throw new Refusal(
            `old_text is in the file ${places} times. Give more of what stands around it, or everywhere.`,
          )
        if (places * after.length > MOST_BYTES) throw new Refusal('The file would become too large.')
        return parts.join(after)
      })
      return `Changed ${path} in ${places === 1 ? 'one place' : `${places} places`}.`
    },
  })
}

/** What cannot be written back byte for byte is not touched. */
function exactText({ bytes, size }: FileStart): string {
  if (size > MOST_BYTES) throw new Refusal(`The file is too large to be changed here (${size} bytes).`)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) throw new Refusal('The file is no text in UTF-8.')
  return text
}
