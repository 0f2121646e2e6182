/** In how many chats something is written or attached that was not sent. */
export function countBegun(storage: Pick<Storage, 'length' | 'key'>): number {
  const chats = Array.from({ length: storage.length }, (_, at) => {
    const [, chat] = /^skein\.(?:typed|tray)\.(.+)$/.exec(storage.key(at) ?? '') ?? []
    return chat
  })
  return new Set(chats.filter((chat) => chat !== undefined)).size
}
