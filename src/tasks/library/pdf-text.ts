import type { LibraryProblem } from '../../domain/library.ts'
import { runChild } from '../../lib/child.ts'
import { innerSandboxArgs, viewArgs } from '../../lib/sandbox.ts'
import type { Section } from './sections.ts'

/** Reads the text of PDF files with pdftotext of poppler-utils. */
export interface PdfReader {
  read(content: Buffer, signal: AbortSignal): Promise<PdfText>
}

export type PdfText = { sections: Section[]; problem?: LibraryProblem } | { problem: LibraryProblem }

const MAX_TEXT_BYTES = 8_000_000
const MAX_SECONDS = 30
const MAX_MEMORY_KB = 1_000_000
const SCRATCH_BYTES = 16_000_000

/**
 * A PDF may be made to attack its reader. So it is read in a sandbox without files, network and other processes, which
 * gets the content through its standard input, with limits of time, memory and output.
 */
export function createPdfReader(env: NodeJS.ProcessEnv, maxSeconds = MAX_SECONDS): PdfReader {
  const view = viewArgs({ readable: [], writable: [], network: false, scratchBytes: SCRATCH_BYTES })
  const limits = `ulimit -c 0; ulimit -v ${MAX_MEMORY_KB}; ulimit -t ${maxSeconds}`
  const script = `${limits}; exec pdftotext -q -enc UTF-8 -eol unix - -`
  const command = {
    file: 'bwrap',
    args: [...view, ...innerSandboxArgs, '--', '/bin/sh', '-c', script],
    env: { PATH: env.PATH ?? '' },
  }
  return {
    async read(content, signal) {
      const bounds = { timeoutMs: maxSeconds * 1000, maxBytes: MAX_TEXT_BYTES, input: content }
      const outcome = await runChild(command, bounds, signal)
      const sections = toSections(outcome.stdout)
      if (outcome.status === 'flood') return { sections, problem: 'cut' }
      if (outcome.status === 'timeout' || outcome.status === 'killed') return { problem: 'pdf-limits' }
      if (outcome.status !== 'exited') return { problem: 'no-pdf-reader' }
      // The shell reports with 126 or 127 that pdftotext is missing, and with more that a signal ended it.
      if (outcome.code === 126 || outcome.code === 127) return { problem: 'no-pdf-reader' }
      if (outcome.code > 128) return { problem: 'pdf-limits' }
      if (outcome.code !== 0) return { problem: 'pdf-failed' }
      return sections.length === 0 ? { problem: 'pdf-empty' } : { sections }
    },
  }
}

/** Whether PDF files can be read on this machine. */
export async function canReadPdfs(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<boolean> {
  const answer = await createPdfReader(env).read(Buffer.from('%PDF-1.4\n'), signal)
  return answer.problem !== 'no-pdf-reader'
}

/** pdftotext ends each page with a form feed. */
function toSections(text: string): Section[] {
  return text
    .split('\f')
    .map((page, index) => ({ headings: [`page ${index + 1}`], text: page }))
    .filter((page) => page.text.trim() !== '')
}
