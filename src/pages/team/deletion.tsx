import { Focus } from "#pages/kit/document";
import { ButtonLink } from "#pages/kit/form";
import { Icon } from "#pages/kit/mark";
import { Ago } from "#pages/kit/time";

export interface DeletionProps {
  now: number;
  deletion: {
    kind: "project" | "organisation";
    name: string;
    requestedAt: number;
    /** Null: rows are still being removed. */
    finishedAt: number | null;
  };
}

/** How far a deletion is. */
export const DeletionPage = ({ now, deletion: { kind, name, requestedAt, finishedAt } }: DeletionProps) => (
  <Focus title={`Deleting ${name}`}>
    <div class="empty">
      <Icon name={finishedAt === null ? "list" : "check"} size={32} />
      <h1>{finishedAt === null ? `${name} is being deleted` : `${name} is gone`}</h1>
      <p>
        {finishedAt === null ? (
          <>
            The {kind} was closed for everyone <Ago at={requestedAt} now={now} />. Its data is being removed in the
            background. Reload this page to see whether that is done.
          </>
        ) : (
          <>
            Everything was removed <Ago at={finishedAt} now={now} />. What remains is the audit.
          </>
        )}
      </p>
      <ButtonLink href="/" label="Your organisations" />
    </div>
  </Focus>
);
