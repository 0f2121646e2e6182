export const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** A mail of several parts, each its head and its body. */
export function mixed(
  parts: { head: string; body: string | Buffer }[],
  type = 'mixed',
  headers = 'Subject: Roof',
): Buffer {
  const pieces = parts.flatMap(({ head, body }) => [
    Buffer.from(`--b\n${head}\n\n`),
    Buffer.from(body),
    Buffer.from('\n'),
  ])
  return Buffer.concat([
    Buffer.from(`${headers}\nContent-Type: multipart/${type}; boundary="b"\n\n`),
    ...pieces,
    Buffer.from('--b--\n'),
  ])
}

export const words = { head: 'Content-Type: text/plain; charset=utf-8', body: 'Look at this.' }

export function file(name: string, content: Buffer | string, more = ''): { head: string; body: string } {
  return {
    head: `Content-Type: application/octet-stream\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64${more}`,
    body: Buffer.from(content).toString('base64'),
  }
}
