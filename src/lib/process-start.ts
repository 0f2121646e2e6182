import { readFileSync } from 'node:fs'

/** With fewer the program cannot even load, because it opens all its files at once. An idle daemon uses about forty. */
export const MIN_DESCRIPTORS = 256

/** The error text if the system lets this process open too few files. */
export function descriptorProblem(): string | undefined {
  const limit = descriptorLimit()
  if (limit === undefined || limit >= MIN_DESCRIPTORS) return undefined
  return `Only ${limit} files may be open at once here, and Skein needs ${MIN_DESCRIPTORS}. Raise the limit (ulimit -n ${MIN_DESCRIPTORS * 4}) and start again.`
}

/** Node has raised the soft limit to the hard one by now. Systems without this file tell us nothing. */
export function descriptorLimit(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

/**
 * A reader may stop reading early: `skein tasks | head -1` is not a failure. Further output is discarded, and the
 * command ends normally.
 */
export function ignoreClosedPipes(streams: NodeJS.WritableStream[]): void {
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}
