import { Refusal } from '../kernel/refusal.ts'

export function busy(retryAfterS: number): Refusal {
  return new Refusal('busy', 'All workers are busy and the queue is full.', {
    retryAfterS,
    fix: { do: `Send the same request again after ${retryAfterS} s.` },
  })
}

export function jobLost(cause: unknown): Refusal {
  return new Refusal('job_lost', 'The worker that held this request died before it answered.', {
    retryAfterS: 1,
    fix: { do: 'Send the same request again after 1 s.' },
    cause,
  })
}

export function stopping(): Refusal {
  return new Refusal('stopping', 'The service is stopping.', {
    retryAfterS: 5,
    fix: { do: 'Send the same request again after 5 s.' },
  })
}
