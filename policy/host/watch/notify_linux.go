package watch

// maxNotified is the most folders that the system is asked about: the least that
// kernels allow a user by default, twice. Each takes about a kilobyte there.
const maxNotified = 16_384
