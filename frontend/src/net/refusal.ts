// Which ends of a connection are a refusal: asking again would be answered the same.

/** A policy, or 4000 and an HTTP status of the asker's fault: no such match, too many sockets, an older version. */
export const isRefusal = (code: number): boolean => code === 1008 || (code >= 4400 && code < 4500);
