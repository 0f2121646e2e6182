const types: Record<string, string> = {
  txt: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  html: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  zip: 'application/zip',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
}

/** The server goes by the ending of a name, whatever the upload said. */
export function mimeOf(path: string): string {
  return types[path.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream'
}

export function hasPreview(mime: string): boolean {
  return mime.startsWith('image/') || mime.startsWith('text/')
}
