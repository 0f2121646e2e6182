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
