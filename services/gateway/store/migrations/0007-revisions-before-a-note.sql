-- As in 0005, but a change with a note replaces no version: one with other content, as a restore is, is not joined with the change before it, and
-- another note on the same content keeps the first.
create or replace function keep_revision() returns trigger language plpgsql as $$
declare
  is_first boolean := old.revised_at is null;
  is_same_day boolean := (old.revised_at at time zone 'utc')::date = (new.updated_at at time zone 'utc')::date;
begin
  if new.author_version is distinct from new.version then
    new.token_id := null;
    new.note := null;
  end if;
  if (old.note is null or new.note is null or old.note = new.note)
    and (new.name, new.is_public, new.nodes, new.edges) is not distinct from (old.name, old.is_public, old.nodes, old.edges) then
    if new.note is null then
      new.token_id := old.token_id;
      new.note := old.note;
    end if;
    return new;
  end if;
  -- Changes by one token within ten minutes of a day are joined: the version before them is kept already. A note ends that.
  if not is_first and is_same_day and old.note is null and new.note is null and new.token_id = old.token_id
    and new.updated_at < old.revised_at + interval '10 minutes' then
    return new;
  end if;
  -- The last version of each day stays for a year, any for 30 days after it was replaced.
  insert into map_revisions
    (map_id, version, workspace_id, name, is_public, nodes, edges, node_count, edge_count, created_at, token_id, note, expires_at)
  values (
    old.id, old.version, old.workspace_id, old.name, old.is_public, old.nodes, old.edges,
    json_array_length(old.nodes::json), json_array_length(old.edges::json), old.updated_at, old.token_id, old.note,
    case when is_first or old.note is not null then null
      when is_same_day then new.updated_at + interval '30 days'
      else greatest(old.updated_at + interval '1 year', new.updated_at + interval '30 days') end
  );
  new.revised_at := new.updated_at;
  return new;
end $$;
