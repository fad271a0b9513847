import { createRoot } from 'react-dom/client';
import './board.css';
import { Board } from './Board';
import { Console } from './Console';

const page = document.getElementById('console');
if (page === null) throw new Error('index.html must have #console');
// Until releases are a part of the console, the board of releases is shown where it always was.
createRoot(page).render(window.location.pathname.endsWith('/ops/release/') ? <Board /> : <Console />);
