import { resolve } from 'node:path'
import { z } from 'zod'
import type { Account } from '../../../lib/sandbox.ts'
import { fileName, isObeyed, notToBeWritten } from '../../workspace-names.ts'
import { defineTool } from './define-tool.ts'
import { changeInside } from './workspace.ts'

const MOST_WRITTEN = 1_000_000

/** `account`: whose the files are to be, when we are root. */
export function writeFile(account: Account | undefined) {
  return defineTool({
    name: 'write_file',
    description: 'Writes a text file in the workspace, in the place of what it held before. Missing folders are made.',
    kind: 'write',
    input: z.object({
      path: z.string().describe('Relative to the workspace.'),
      content: z.string().max(MOST_WRITTEN),
    }),
    deed({ path, content }, { workspace }) {
      if (isObeyed(path)) return { kind: 'other', why: notToBeWritten }
      return { kind: 'write', path: resolve(workspace, path), content }
    },
    line: ({ path }) => `writing ${fileName(path)}`,
    run({ path, content }, { workspace }) {
      changeInside({ workspace, path, account }, () => content)
      return `Wrote ${path} (${Buffer.byteLength(content)} bytes).`
    },
  })
}
