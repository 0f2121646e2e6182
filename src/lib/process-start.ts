import { readFileSync } from 'node:fs'

/** Fewer do not even suffice to load the program, which opens all its files at once; a daemon at rest holds some forty. */
const FEWEST_DESCRIPTORS = 256

/** Why nothing can be run here, when the system lets this process open too few files. */
export function tooFewDescriptors(): string | undefined {
  const limit = descriptorLimit()
  if (limit === undefined || limit >= FEWEST_DESCRIPTORS) return undefined
  return `Only ${limit} files may be open at once here, and Skein needs ${FEWEST_DESCRIPTORS}. Raise the limit (ulimit -n ${FEWEST_DESCRIPTORS * 4}) and start again.`
}

// Node has raised the soft limit to the hard one by now. Where the system has no such file, nothing is known.
function descriptorLimit(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

/**
 * Whoever reads us may stop reading: `skein tasks | head -1` is no failure. What is written from then on goes nowhere, and
 * the command comes to its end as it would have.
 */
export function quietPipes(streams: NodeJS.WritableStream[]): void {
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}
