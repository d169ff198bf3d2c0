/**
 * One target of a listening stream: its messages at first, on resuming, and on every commit. It returns
 * messages and sends nothing itself.
 */
import type { CommittedChanges, DocumentChange, Documents, StoredDocument } from './documents.ts';
import { runQuery } from './query.ts';
import type { Query } from './query.ts';
import type { DocumentMessage, ListenResponse } from './protocol.ts';
import { toTimestamp } from './time.ts';
import type { Micros } from './time.ts';

/** The response to the next resuming listener, in place of exact changes; see `README.md`. */
export type ResumeFault = 'reset' | 'forget-deletes';

export interface ListenTarget {
  /** All documents that are now in the target. */
  first(): ListenResponse[];
  /** The changes after `since`, or a RESET and everything if the changes are unknown. */
  resume(since: Micros, fault: ResumeFault | null): ListenResponse[];
  /** The changes by a commit; empty if it does not affect the target. */
  changed(commit: CommittedChanges): ListenResponse[];
}

export function documentMessage(document: StoredDocument): DocumentMessage {
  return {
    name: document.name,
    fields: document.fields,
    createTime: toTimestamp(document.createTime),
    updateTime: toTimestamp(document.updateTime),
  };
}

/** A query as a target. It has no limit, so whether a document is in it depends on that document alone. */
export class QueryTarget implements ListenTarget {
  readonly #id: number;
  readonly #documents: Documents;
  readonly #query: Query;

  constructor(id: number, documents: Documents, query: Query) {
    this.#id = id;
    this.#documents = documents;
    this.#query = query;
  }

  first(): ListenResponse[] {
    return runQuery(this.#documents, this.#query).map((document) => present(this.#id, document));
  }

  resume(since: Micros, fault: ResumeFault | null): ListenResponse[] {
    const commits = fault === 'reset' ? null : this.#documents.since(since);
    if (commits === null) return [reset(this.#id), ...this.first()];
    const changes = netChanges(commits).filter(({ after }) => fault !== 'forget-deletes' || after !== null);
    const count = runQuery(this.#documents, this.#query).length;
    return [
      ...this.#changesOf(changes, this.#documents.clock.last),
      { filter: { targetId: this.#id, count } },
    ];
  }

  changed(commit: CommittedChanges): ListenResponse[] {
    return this.#changesOf(commit.changes, commit.time);
  }

  #changesOf(changes: readonly DocumentChange[], time: Micros): ListenResponse[] {
    const responses: ListenResponse[] = [];
    for (const { name, before, after } of changes) {
      if (after !== null && this.#query.matches(after)) responses.push(present(this.#id, after));
      else if (before !== null && this.#query.matches(before)) responses.push(this.#gone(name, time));
    }
    return responses;
  }

  #gone(name: string, time: Micros): ListenResponse {
    const gone = { document: name, removedTargetIds: [this.#id], readTime: toTimestamp(time) };
    return this.#documents.get(name) === null ? { documentDelete: gone } : { documentRemove: gone };
  }
}

/** Single documents, by name, as a target. */
export class DocumentsTarget implements ListenTarget {
  readonly #id: number;
  readonly #documents: Documents;
  readonly #names: ReadonlySet<string>;

  constructor(id: number, documents: Documents, names: readonly string[]) {
    this.#id = id;
    this.#documents = documents;
    this.#names = new Set(names);
  }

  first(): ListenResponse[] {
    const now = this.#documents.clock.now();
    return [...this.#names].map((name) => this.#state(name, this.#documents.get(name), now));
  }

  resume(since: Micros, fault: ResumeFault | null): ListenResponse[] {
    const commits = fault === null ? this.#documents.since(since) : null;
    if (commits === null) return [reset(this.#id), ...this.first()];
    return commits.flatMap((commit) => this.changed(commit));
  }

  changed(commit: CommittedChanges): ListenResponse[] {
    return commit.changes
      .filter(({ name }) => this.#names.has(name))
      .map(({ name, after }) => this.#state(name, after, commit.time));
  }

  #state(name: string, document: StoredDocument | null, time: Micros): ListenResponse {
    if (document !== null) return present(this.#id, document);
    return { documentDelete: { document: name, removedTargetIds: [this.#id], readTime: toTimestamp(time) } };
  }
}

function present(targetId: number, document: StoredDocument): ListenResponse {
  return { documentChange: { document: documentMessage(document), targetIds: [targetId] } };
}

function reset(targetId: number): ListenResponse {
  return { targetChange: { targetChangeType: 'RESET', targetIds: [targetId] } };
}

/** One change for each document: from its state before the first commit to that after the last. */
function netChanges(commits: readonly CommittedChanges[]): DocumentChange[] {
  const net = new Map<string, DocumentChange>();
  for (const { changes } of commits) {
    for (const change of changes) {
      const earlier = net.get(change.name);
      net.set(change.name, { ...change, before: earlier === undefined ? change.before : earlier.before });
    }
  }
  return [...net.values()];
}
