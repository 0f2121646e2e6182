/** The answer of a server as JSON. Throws when it is no JSON, or larger than a service like it would send. */
export async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (;;) {
    const read = await reader?.read()
    if (!read || read.done) break
    const chunk = read.value as Uint8Array
    bytes += chunk.length
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw new Error(`the answer is larger than ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
