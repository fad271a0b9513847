/**
 * Markdown as elements of our own. What is not named here is not shown: HTML and its styles are left out, of a picture its words stay, and of a link
 * that leads neither to https nor to a page of this app.
 */
import { useMemo, type ReactNode } from 'react';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { outsidePattern, ownPagePattern } from '@tessera/shared/contract';
import type { Nodes } from 'mdast';
import type { ArticleBodyProps } from './ArticleBody';
import styles from './Article.module.css';

type Open = ArticleBodyProps['onOpen'];

export function Markdown({ text, onOpen }: ArticleBodyProps) {
  const root = useMemo(() => fromMarkdown(text), [text]);
  return <div className={styles.body}>{shownAll(root.children, onOpen)}</div>;
}

const shownAll = (nodes: readonly Nodes[], onOpen: Open): ReactNode =>
  nodes.map((node, index) => <Shown key={index} node={node} onOpen={onOpen} />);

/** Each block finds its own direction, so that signs of direction in one turn no other. */
function Shown({ node, onOpen }: { readonly node: Nodes; readonly onOpen: Open }): ReactNode {
  const inner = 'children' in node ? shownAll(node.children, onOpen) : null;
  switch (node.type) {
    case 'paragraph':
      return <p dir="auto">{inner}</p>;
    // The page has its heading already, and the article its title.
    case 'heading':
      return node.depth < 3 ? <h3 dir="auto">{inner}</h3> : <h4 dir="auto">{inner}</h4>;
    case 'list':
      return node.ordered === true ? <ol start={node.start ?? 1}>{inner}</ol> : <ul>{inner}</ul>;
    case 'listItem':
      return <li dir="auto">{inner}</li>;
    case 'blockquote':
      return <blockquote dir="auto">{inner}</blockquote>;
    case 'code':
      return <pre dir="auto">{node.value}</pre>;
    case 'thematicBreak':
      return <hr />;
    case 'break':
      return <br />;
    case 'strong':
      return <strong>{inner}</strong>;
    case 'emphasis':
      return <em>{inner}</em>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'link':
      return <Link to={node.url} inner={inner} onOpen={onOpen} />;
    case 'linkReference':
      return inner;
    case 'image':
    case 'imageReference':
      return node.alt;
    case 'text':
      return node.value;
    default:
      return null;
  }
}

function Link({ to, inner, onOpen }: { readonly to: string; readonly inner: ReactNode; readonly onOpen: Open }) {
  if (ownPagePattern.test(to))
    return (
      <a
        href={`/h5/#${to}`}
        onClick={(event) => {
          event.preventDefault();
          onOpen(to);
        }}
      >
        {inner}
      </a>
    );
  if (!outsidePattern.test(to)) return inner;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {inner}
    </a>
  );
}
